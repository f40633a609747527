print("hookswitch")
