/* faults_at.c - the places of the plugin's functions, at which the other files have faults. */

void fault_at(enum fault_place place, instance *in) {
  fault_of_process(place, in);
  fault_of_loading(place);
  fault_of_unloading(place);
  fault_of_leaks(place, in);
}
